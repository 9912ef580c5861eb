#!/bin/sh
# Creates missing secrets for compose.yaml and keeps existing ones. Run this script once, and back up the secrets.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
# Containers read the files under other user ids, so the folder restricts access instead of the file modes.
chmod 700 secrets
umask 022
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
make() { [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
make postgres_password "$(random)"
make database_url "postgres://docket:$(cat secrets/postgres_password)@postgres:5432/docket"
make admin_key "$(random)"
make grafana_password "$(random)"
make s3_key "docket"
make s3_secret "$(random)"
make aws_credentials "[default]
aws_access_key_id = $(cat secrets/s3_key)
aws_secret_access_key = $(cat secrets/s3_secret)"
echo "The secrets are in $(pwd)/secrets"
