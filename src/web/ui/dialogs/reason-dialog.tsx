import { Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { longestReason } from '#shared/text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useFreshState } from './use-fresh-state.ts';
import { useLast } from './use-last.ts';

type Question = {
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  dismissLabel?: string;
  danger?: boolean;
  canConfirm?: boolean | undefined;
  /** What has to be chosen beside the reason. */
  children?: ReactNode;
  /** How the field is labelled. */
  label: string;
  hint?: string | undefined;
  /** What is said when a required reason is missing; a reason without it is optional. */
  missing?: string | undefined;
  /** The longest reason that the contract takes. */
  maxLength?: number | undefined;
  /** For a contract that takes one line: new lines become spaces. */
  oneLine?: boolean;
};

/**
 * Asks for a reason before something is done. Each time it opens it begins empty; while it closes it goes on
 * showing what it asked.
 */
export function ReasonDialog({
  question,
  busy,
  onConfirm,
  onClose,
}: {
  /** Null while nothing is asked. */
  question: Question | null;
  busy: boolean;
  /** Called with the trimmed reason, which is empty where an optional one is missing. */
  onConfirm: (reason: string) => void;
  onClose: () => void;
}) {
  const opened = question !== null;
  const [typed, setTyped] = useFreshState(opened, '');
  const [isMissing, setMissing] = useFreshState(opened, false);
  const shown = useLast(question);
  if (!shown) return null;
  const { label, hint, missing, maxLength = longestReason, oneLine = false, children, ...dialog } = shown;
  const reason = oneLine ? typed.trim().replaceAll(/\s+/g, ' ') : typed.trim();
  return (
    <ConfirmDialog
      {...dialog}
      opened={opened}
      busy={busy}
      onClose={onClose}
      onConfirm={() => {
        if (missing && reason === '') setMissing(true);
        else onConfirm(reason);
      }}
    >
      <Stack>
        {children}
        <Textarea
          label={label}
          description={hint}
          required={missing !== undefined}
          autosize
          minRows={2}
          maxLength={maxLength}
          data-autofocus={children === undefined || undefined}
          value={typed}
          error={isMissing && reason === '' && missing}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
