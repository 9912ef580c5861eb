import { EditorOnly } from '../../api/editor-only.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { chosenLanguage, chosenTheme, letterShortcuts, themes } from '../../browser/preferences.ts'
import { MyCompany } from './my-company.tsx'
import { ApiKeys } from './api-keys.tsx'
import { StorageUsage } from './byte-usage.tsx'
import { Links } from './links.tsx'
import { Webhooks } from './webhooks.tsx'
import { useMe } from '../../api/me.ts'
import { useStore } from '../../store/store.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { settingsText } from '../../i18n/settings-text.ts'
import { languageCodes, chooseLanguage, languages } from '../../i18n/ui-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'

export function SettingsPage() {
  usePageTitle(settingsText().title)
  return (
    <div className="mx-auto max-w-3xl">
      <div className="pt-6 pb-4">
        <h1 className="text-2xl font-bold">{settingsText().heading}</h1>
        <p className="pt-1 text-ink-soft">{settingsText().onDevice}</p>
      </div>
      <Account />
      <EditorOnly>
        <SettingsSection legend={settingsText().company.heading}>
          <MyCompany />
        </SettingsSection>
      </EditorOnly>
      <LanguageChoice />
      <ThemeChoice />
      <KeyboardChoice />
      <StorageUsage />
      <EditorOnly>
        <ApiKeys />
      </EditorOnly>
      <Links />
      <EditorOnly>
        <Webhooks />
      </EditorOnly>
      <p className="border-t border-line py-6 text-sm text-ink-soft">
        {settingsText().adminHint}{' '}
        <Link to="/admin" className="text-accent underline underline-offset-4">
          {settingsText().admin}
        </Link>
      </p>
    </div>
  )
}

const sectionClass = 'border-t border-line py-6 sm:grid sm:grid-cols-[11rem_1fr] sm:gap-x-6'

function Account() {
  const { data: me } = useMe()
  const { account } = settingsText()
  if (!me) return null
  const linkClass = 'text-accent underline underline-offset-4'
  return (
    <SettingsSection legend={account.heading}>
      <p>
        {`${me.kind === 'session' ? account.anonymous : account.signedIn(me.name ?? '')} `}
        {me.kind === 'session' ? (
          <Link to="/sign-in" search={{}} className={linkClass}>
            {account.signIn}
          </Link>
        ) : (
          <Link to="/account" className={linkClass}>
            {account.manage}
          </Link>
        )}
      </p>
    </SettingsSection>
  )
}

function LanguageChoice() {
  const chosen = useStore(chosenLanguage)
  const browserLanguage = languages[chooseLanguage(navigator.languages)]
  return (
    <RadioSection
      legend={settingsText().language}
      name="language"
      chosen={chosen ?? ''}
      choices={[
        { value: '', label: settingsText().browserDefault(browserLanguage) },
        ...languageCodes.map((code) => ({ value: code, label: languages[code], lang: code })),
      ]}
      onChoose={(value) => chosenLanguage.set(languageCodes.find((code) => code === value) ?? null)}
    />
  )
}

function ThemeChoice() {
  return (
    <RadioSection
      legend={settingsText().theme}
      name="theme"
      chosen={useStore(chosenTheme)}
      choices={themes.map((theme) => ({ value: theme, label: settingsText().themes[theme] }))}
      onChoose={(value) => chosenTheme.set(themes.find((theme) => theme === value) ?? 'system')}
    />
  )
}

function KeyboardChoice() {
  const isOn = useStore(letterShortcuts)
  return (
    <SettingsSection legend={settingsText().keyboard}>
      <label className="flex min-h-9 items-center gap-2.5">
        <Checkbox isChecked={isOn} onChange={letterShortcuts.set} />
        {settingsText().singleKeys}
      </label>
      <p className="text-sm text-ink-soft">{settingsText().singleKeysHint}</p>
    </SettingsSection>
  )
}

interface RadioSectionProps {
  legend: string
  name: string
  chosen: string
  choices: { value: string; label: string; lang?: string }[]
  onChoose: (value: string) => void
}

function RadioSection({ legend, name, chosen, choices, onChoose }: RadioSectionProps) {
  return (
    <SettingsSection legend={legend}>
      {choices.map(({ value, label, lang }) => (
        <label key={value} className="flex min-h-9 items-center gap-2.5">
          <input
            type="radio"
            id={`${name}-${value}`}
            name={name}
            value={value}
            className="size-4.5 accent-accent"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span lang={lang}>{label}</span>
        </label>
      ))}
    </SettingsSection>
  )
}

function SettingsSection({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={sectionClass}>
      <legend className="float-left w-full pb-2 font-semibold sm:w-auto">{legend}</legend>
      <div className="max-sm:clear-both">{children}</div>
    </fieldset>
  )
}
