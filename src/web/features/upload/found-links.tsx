import { useState } from 'react'
import type { Discovery } from '../../../domain/heat-sheet/discovery.ts'
import { formatBytes } from '../../i18n/format.ts'
import { selectedKind, typedParams } from '../../mapping-choice/mapping-choice.ts'
import { words } from '../../i18n/words.ts'
import { buttonClass } from '../../ui/button-class.ts'

interface FoundLinksProps {
  discovery: Discovery
  onAdd: (urls: readonly string[]) => void
}

/** Links found on a page; heat sheets are preselected. */
export function FoundLinks({ discovery: { page, links }, onAdd }: FoundLinksProps) {
  const heatSheets = links.filter(({ kind }) => kind === 'heat_sheet')
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    new Set(heatSheets.map(({ url }) => url)),
  )
  if (links.length === 0) return <p className="pt-4">{words.web.noneFound}</p>
  function select(urls: readonly string[], isSelected: boolean): void {
    setSelected(withUrls(selected, urls, isSelected))
  }
  function add(): void {
    const hasHeatSheet = links.some(({ kind, url }) => kind === 'heat_sheet' && selected.has(url))
    if (hasHeatSheet) selectedKind.set('heat_sheet')
    const { time_zone } = page
    if (hasHeatSheet && time_zone !== undefined)
      typedParams.set({ ...typedParams.get(), time_zone })
    onAdd(links.flatMap(({ url }) => (selected.has(url) ? [url] : [])))
  }
  return (
    <fieldset className="pt-5">
      <legend className="float-left font-semibold">
        {words.web.found(links.length, page.meet_name ?? page.title ?? page.url)}
      </legend>
      <label className="float-right flex min-h-9 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4.5 accent-accent"
          checked={selected.size === links.length}
          onChange={({ currentTarget }) =>
            select(
              links.map(({ url }) => url),
              currentTarget.checked,
            )
          }
        />
        {words.web.all}
      </label>
      <ul className="clear-both max-h-72 divide-y divide-line overflow-y-auto rounded-xl border border-line">
        {links.map((link) => (
          <li key={link.url}>
            <LinkOption
              link={link}
              isSelected={selected.has(link.url)}
              onSelect={(isSelected) => select([link.url], isSelected)}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={`${buttonClass.primary} mt-4`}
        disabled={selected.size === 0}
        onClick={add}
      >
        {words.web.addSelected(selected.size)}
      </button>
    </fieldset>
  )
}

function withUrls(selected: ReadonlySet<string>, urls: readonly string[], isSelected: boolean) {
  const next = new Set(selected)
  for (const url of urls) {
    if (isSelected) next.add(url)
    else next.delete(url)
  }
  return next
}

interface LinkOptionProps {
  link: Discovery['links'][number]
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

function LinkOption({ link, isSelected, onSelect }: LinkOptionProps) {
  const { title, kind, session, bytes } = link
  return (
    <label className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 px-3 py-2 hover:bg-accent-wash">
      <input
        type="checkbox"
        className="mt-1 size-4.5 accent-accent"
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      <span className="wrap-anywhere">{title}</span>
      <span className="col-start-2 text-sm text-ink-soft">
        {[words.web.kinds[kind], session, bytes !== undefined && formatBytes(bytes)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </label>
  )
}
