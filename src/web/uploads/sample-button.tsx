import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { autoMapping } from '../../domain/mapping/mapping.ts'
import { uploadQueue } from './app-uploads.ts'
import { fetchSample } from './sample-pdf.ts'
import { uiText } from '../i18n/ui-text.ts'
import { ErrorMessage } from '../ui/error-message.tsx'
import { ActionButton } from '../ui/action-button.tsx'

/** Lets the user try Docket with a sample document. */
export default function SampleButton() {
  const navigate = useNavigate()
  const [isFetching, setIsFetching] = useState(false)
  const [error, setError] = useState<unknown>()
  async function uploadSample(): Promise<void> {
    setIsFetching(true)
    setError(undefined)
    try {
      uploadQueue.uploadNow([await fetchSample()], { mapping: autoMapping.name, params: {} })
      await navigate({ to: '/' })
    } catch (reason) {
      setError(reason)
    } finally {
      setIsFetching(false)
    }
  }
  return (
    <>
      <ActionButton
        icon={FlaskConical}
        look="secondary"
        isPending={isFetching}
        onClick={() => void uploadSample()}
      >
        {uiText.upload.sample}
      </ActionButton>
      <ErrorMessage error={error} className="basis-full text-center" />
    </>
  )
}
