import { useMutation, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { teamRoutes, type Team } from '../../../domain/api/routes/teams.ts'
import { client, queryClient } from '../../api/client.ts'
import { accountText } from '../../i18n/account-text.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberList } from './member-list.tsx'
import { MutationButton, SubmitButton } from '../../ui/action-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

const queryKey = ['team']

/** Shows the caller's team, or offers to create one. */
export function TeamSection() {
  const { team: text } = accountText()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(teamRoutes.getTeam, { signal }),
  })
  return (
    <PageSection heading={data?.team?.name ?? text.heading}>
      <LoadFailure reason={text.notLoaded} error={error} onRetry={refetch} />
      {data && (data.team ? <TeamDetails team={data.team} /> : <NewTeam />)}
    </PageSection>
  )
}

function showTeam(team: Team | null): void {
  queryClient.setQueryData(queryKey, { team })
}

function TeamDetails({ team }: { team: Team }) {
  const isOwner = team.members.some(({ is_you, role }) => is_you && role === 'owner')
  const { team: text } = accountText()
  return (
    <>
      <p className="pb-3 text-ink-soft">{text.shared}</p>
      <MemberList team={team} isOwner={isOwner} onChange={showTeam} />
      {isOwner && <InviteForm />}
      {isOwner && team.members.length === 1 && <CloseTeam />}
    </>
  )
}

function NewTeam() {
  const [name, setName] = useState('')
  const { team: text } = accountText()
  const create = useMutation({
    mutationFn: () => client.call(teamRoutes.createTeam, { body: { name } }),
    onSuccess: showTeam,
  })
  return (
    <Form onSubmit={() => create.mutate()}>
      <p className="pb-3 text-ink-soft">{text.offer}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={text.name}
          className="min-w-0 flex-1 basis-56"
          required
          maxLength={100}
          autoComplete="organization"
          value={name}
          onChange={setName}
        />
        <SubmitButton icon={Users} isDisabled={create.isPending}>
          {text.create}
        </SubmitButton>
      </div>
      <ErrorMessage error={create.error} className="pt-2 text-sm" />
    </Form>
  )
}

function CloseTeam() {
  const { team: text } = accountText()
  const close = useMutation({
    mutationFn: () => client.call(teamRoutes.closeTeam),
    onSuccess: () => showTeam(null),
  })
  return (
    <p className="pt-5">
      <MutationButton look="quiet" mutation={close}>
        {text.close}
      </MutationButton>
      <ErrorMessage error={close.error} className="pt-2 text-sm" />
    </p>
  )
}
