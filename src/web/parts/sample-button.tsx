import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { toAppError } from '../../domain/errors.ts'
import { chosenMapping, uploads } from '../app.ts'
import { fetchSample } from '../uploads/sample.ts'
import { words } from '../words.ts'
import { buttonClass } from './button.ts'

/** For someone who wants to see what happens before giving away a document. */
export function SampleButton() {
  const navigate = useNavigate()
  const [isFetching, setIsFetching] = useState(false)
  const [reason, setReason] = useState<string>()
  async function uploadSample(): Promise<void> {
    setIsFetching(true)
    setReason(undefined)
    try {
      uploads.add([await fetchSample()], chosenMapping.get())
      await navigate({ to: '/' })
    } catch (thrown) {
      setReason(toAppError(thrown).message)
    } finally {
      setIsFetching(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className={buttonClass.secondary}
        disabled={isFetching}
        onClick={() => void uploadSample()}
      >
        <FlaskConical aria-hidden="true" className="size-4" />
        {words.upload.sample}
      </button>
      {reason && (
        <p role="alert" className="basis-full text-center text-fail">
          {reason}
        </p>
      )}
    </>
  )
}
