// HTML has no element for a list of options that an input controls. The input keeps the focus and handles the keyboard.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { paletteText } from '../../i18n/palette-text.ts'
import { Dialog, focusOnOpen } from '../../ui/dialog.tsx'
import type { Command, CommandGroup } from './match-commands.ts'
import { useCommands } from './use-commands.ts'

/** Searches for pages, views, actions and jobs: a combobox whose list is always open. */
function CommandPalette({ onClose }: { onClose: () => void }) {
  const texts = paletteText()
  const listId = useId()
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(0)
  const { groups, isSearching } = useCommands(text)
  const commands = groups.flatMap((group) => group.commands)
  const at = Math.min(current, commands.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    // Closes the palette first, which restores the focus, so that the command can move it.
    onClose()
    setTimeout(command.run)
  }
  // Command IDs contain spaces, which are not allowed in element IDs.
  const optionId = (id: string | undefined) => {
    const index = commands.findIndex((command) => command.id === id)
    return index < 0 ? undefined : `${listId}-${index}`
  }
  const currentId = commands[at]?.id
  return (
    <Dialog heading={texts.heading} onClose={onClose}>
      <CommandInput
        text={text}
        listId={listId}
        activeId={optionId(currentId)}
        onType={(typed) => {
          setText(typed)
          setCurrent(0)
        }}
        onMove={(by) => setCurrent((at + by + commands.length) % Math.max(commands.length, 1))}
        onEnter={() => run(commands[at])}
      />
      <output className="block py-2 text-sm text-ink-soft">
        {isSearching ? texts.searching : texts.count(commands.length)}
      </output>
      <div
        id={listId}
        role="listbox"
        aria-label={texts.heading}
        className="-mx-2 max-h-[50dvh] overflow-y-auto"
      >
        {groups.map((group) => (
          <Group
            key={group.name}
            group={group}
            currentId={currentId}
            optionId={optionId}
            onRun={run}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface CommandInputProps {
  text: string
  listId: string
  /** Element ID of the current option. */
  activeId: string | undefined
  onType: (text: string) => void
  onMove: (by: number) => void
  onEnter: () => void
}

function CommandInput({ text, listId, activeId, onType, onMove, onEnter }: CommandInputProps) {
  const { label } = paletteText()
  const handlers: Record<string, () => void> = {
    ArrowDown: () => onMove(1),
    ArrowUp: () => onMove(-1),
    Enter: onEnter,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const handle = handlers[event.key]
    if (!handle || event.nativeEvent.isComposing) return
    event.preventDefault()
    handle()
  }
  return (
    <input
      type="text"
      role="combobox"
      className="field w-full"
      aria-label={label}
      placeholder={label}
      aria-expanded="true"
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      ref={focusOnOpen}
      value={text}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

interface GroupProps {
  group: CommandGroup
  currentId: string | undefined
  optionId: (commandId: string) => string | undefined
  onRun: (command: Command) => void
}

function Group({ group, currentId, optionId, onRun }: GroupProps) {
  const nameId = useId()
  return (
    <div role="group" aria-labelledby={nameId} className="pb-2">
      <p id={nameId} className="px-2 py-1 text-sm font-semibold text-ink-soft">
        {group.name}
      </p>
      {group.commands.map((command) => (
        <Option
          key={command.id}
          id={optionId(command.id)}
          command={command}
          isCurrent={command.id === currentId}
          onRun={onRun}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  id: string | undefined
  command: Command
  isCurrent: boolean
  onRun: (command: Command) => void
}

function Option({ id, command, isCurrent, onRun }: OptionProps) {
  const { label, detail, keys } = command
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-2 py-1 hover:bg-accent-wash aria-selected:bg-accent-wash aria-selected:text-accent"
      onClick={() => onRun(command)}
    >
      <span className="min-w-0">
        <span className="block wrap-anywhere">{label}</span>
        {detail && <span className="block text-sm wrap-anywhere text-ink-soft">{detail}</span>}
      </span>
      {keys && <kbd className="shrink-0 font-mono text-sm text-ink-soft">{keys}</kbd>}
    </div>
  )
}

export default CommandPalette
