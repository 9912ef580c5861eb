import { useState } from 'react'
import type { Discovery } from '../../../domain/heat-sheet/discovery.ts'
import { formatBytes } from '../../i18n/format.ts'
import { selectedKind, enteredParams } from '../../mapping-choice/mapping-choice.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'

interface FoundLinksProps {
  discovery: Discovery
  onAdd: (urls: readonly string[]) => void
}

/** Lists the links found on a page, and those that could not be followed. */
export function FoundLinks({ discovery, onAdd }: FoundLinksProps) {
  const { links, omitted, skipped } = discovery
  return (
    <>
      {links.length > 0 ? (
        <LinkChoice discovery={discovery} onAdd={onAdd} />
      ) : (
        <p className="pt-4">{uiText.web.noneFound}</p>
      )}
      {skipped.length > 0 && <SkippedLinks skipped={skipped} />}
      {omitted > 0 && <p className="pt-3 text-sm text-ink-soft">{uiText.web.omitted(omitted)}</p>}
    </>
  )
}

/** Lets the user choose among the links. Heat sheets are preselected, except those from earlier years. */
function LinkChoice({ discovery: { page, links }, onAdd }: FoundLinksProps) {
  const heatSheets = links.filter(({ kind, is_outdated }) => kind === 'heat_sheet' && !is_outdated)
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    new Set(heatSheets.map(({ url }) => url)),
  )
  function select(urls: readonly string[], isSelected: boolean): void {
    setSelected(withUrls(selected, urls, isSelected))
  }
  function add(): void {
    const hasHeatSheet = links.some(({ kind, url }) => kind === 'heat_sheet' && selected.has(url))
    if (hasHeatSheet) selectedKind.set('heat_sheet')
    const { time_zone } = page
    if (hasHeatSheet && time_zone !== undefined)
      enteredParams.set({ ...enteredParams.get(), time_zone })
    onAdd(links.flatMap(({ url }) => (selected.has(url) ? [url] : [])))
  }
  return (
    <fieldset className="pt-5">
      <legend className="float-left font-semibold">
        {uiText.web.found(links.length, page.meet_name ?? page.title ?? page.url)}
      </legend>
      <label className="float-right flex min-h-9 items-center gap-2 text-sm">
        <Checkbox
          isChecked={selected.size === links.length}
          onChange={(isChecked) =>
            select(
              links.map(({ url }) => url),
              isChecked,
            )
          }
        />
        {uiText.web.all}
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
        {uiText.web.addSelected(selected.size)}
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
  const { title, kind, session, bytes, is_outdated } = link
  return (
    <label className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 px-3 py-2 hover:bg-accent-wash">
      <Checkbox className="mt-1 size-4.5" isChecked={isSelected} onChange={onSelect} />
      <span className="wrap-anywhere">{title}</span>
      <span className="col-start-2 text-sm text-ink-soft">
        {[
          uiText.web.kinds[kind],
          session,
          is_outdated && uiText.web.outdated,
          bytes !== undefined && formatBytes(bytes),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </label>
  )
}

function SkippedLinks({ skipped }: { skipped: Discovery['skipped'] }) {
  return (
    <section className="pt-5 text-sm">
      <h3 className="font-semibold">{uiText.web.skipped(skipped.length)}</h3>
      <ul className="max-h-48 overflow-y-auto">
        {skipped.map(({ url, title, reason }) => (
          <li key={`${reason} ${url}`} className="pt-2 wrap-anywhere">
            <a href={url} target="_blank" rel="noreferrer" className="underline">
              {title}
            </a>
            <span className="block text-ink-soft">{uiText.web.skipReasons[reason]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
