import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { signInRoutes } from '../../../domain/api/routes/sign-in.ts'
import { client } from '../../api/client.ts'
import { accountText } from '../../i18n/account-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Form } from '../../ui/forms/form.tsx'

/** Exchanges an API key for a cookie; the page does not store the key. */
export function KeyForm({ next, isOnlyWay }: { next: string; isOnlyWay: boolean }) {
  const [key, setKey] = useState('')
  const signIn = useMutation({
    mutationFn: () => client.call(signInRoutes.signInWithKey, { body: { key } }),
    // Reloads the whole page, because all loaded data belongs to the previous identity.
    onSuccess: () => window.location.assign(next),
  })
  const { key: text } = accountText().signIn
  return (
    <Form className="pb-6" onSubmit={() => signIn.mutate()}>
      <label className="block">
        <span className="mb-1 block font-medium">{text.label}</span>
        <input
          type="password"
          className="field w-full"
          required
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="key-hint"
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      <p id="key-hint" className="pt-1 pb-3 text-sm text-ink-soft">
        {text.hint}
      </p>
      <button
        type="submit"
        className={`${isOnlyWay ? buttonClass.primary : buttonClass.secondary} w-full`}
        disabled={signIn.isPending || signIn.isSuccess}
      >
        <KeyRound aria-hidden="true" className="size-4" />
        {text.submit}
      </button>
      <ErrorMessage error={signIn.error} className="pt-2 text-sm" />
    </Form>
  )
}
