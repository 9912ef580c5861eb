import { usePageTitle } from '../browser/use-page-title.ts'
import { notificationWords } from '../i18n/notification-words.ts'

export function PrivacyPage() {
  usePageTitle(notificationWords().privacy.title)
  return (
    <div className="mx-auto max-w-2xl pt-6">
      <h1 className="pb-4 text-2xl font-bold">{notificationWords().privacy.heading}</h1>
      {notificationWords().privacy.points.map((point) => (
        <p key={point} className="pb-4">
          {point}
        </p>
      ))}
    </div>
  )
}
