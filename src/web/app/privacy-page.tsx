import { usePageTitle } from '../browser/use-page-title.ts'
import { notifyWords } from '../i18n/notification-words.ts'

export function PrivacyPage() {
  usePageTitle(notifyWords().privacy.title)
  return (
    <div className="mx-auto max-w-2xl pt-6">
      <h1 className="pb-4 text-2xl font-bold">{notifyWords().privacy.heading}</h1>
      {notifyWords().privacy.points.map((point) => (
        <p key={point} className="pb-4">
          {point}
        </p>
      ))}
    </div>
  )
}
