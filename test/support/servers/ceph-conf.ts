export interface CephCluster {
  folder: string
  fsid: string
  /** The monitor's v2 and v1 messenger addresses, in Ceph's notation. */
  monitors: string
  port: number
}

/** Configures a monitor, an in-memory store and an S3 gateway on this machine, without authentication between them. */
export function cephConf({ folder, fsid, monitors, port }: CephCluster): string {
  return `[global]
fsid = ${fsid}
mon host = ${monitors}
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
# Without it a gateway with no password waits for ever.
ms mon client mode = crc secure
auth allow insecure global id reclaim = true
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/log/$name.log
mon cluster log file = ${folder}/log/cluster.log
crash dir = ${folder}/crash
[mon]
mon data = ${folder}/mon
[osd]
osd data = ${folder}/osd
[client]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw thread pool size = 32
rgw run sync thread = false
`
}
