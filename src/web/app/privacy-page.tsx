import { usePageTitle } from '../browser/use-page-title.ts'
import { notificationText } from '../i18n/notification-text.ts'

export function PrivacyPage() {
  usePageTitle(notificationText().privacy.title)
  return (
    <div className="mx-auto max-w-2xl pt-6">
      <h1 className="pb-4 text-2xl font-bold">{notificationText().privacy.heading}</h1>
      {notificationText().privacy.points.map((point) => (
        <p key={point} className="pb-4">
          {point}
        </p>
      ))}
    </div>
  )
}
