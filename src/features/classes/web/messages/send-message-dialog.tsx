import { Alert, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { useList } from '#web/api/use-list.ts';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { longestMessage, type ManagedClass, sendClassMessage } from '../../contract.ts';
import { messagesQuery } from './messages-query.ts';

const noDraft = { words: '', idempotencyKey: '' };

/**
 * Writes to the students of a class, and says beforehand whom it reaches and how. Each time it
 * opens it begins empty. The same text is sent under the same key, so a second press after a lost answer sends nothing
 * more.
 */
export function SendMessageDialog({
  opened,
  liveClass,
  onClose,
}: {
  opened: boolean;
  liveClass: Pick<ManagedClass, 'id' | 'title' | 'targetAudience'> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const shown = useLast(liveClass);
  const id = shown?.id ?? '';
  const [draft, setDraft] = useState(noDraft);
  const [isMissing, setMissing] = useState(false);
  const { first } = useList({ ...messagesQuery(id), enabled: opened && id !== '' });
  const close = () => {
    setDraft(noDraft);
    setMissing(false);
    onClose();
  };
  const send = useAct(
    ({ words, idempotencyKey }: typeof noDraft) =>
      call(sendClassMessage, { params: { id }, body: { words } }, { idempotencyKey }),
    {
      stale: ['classes'],
      done: ({ readers }) => t('messages.done', { count: readers ?? 0 }),
      failed: t('messages.failed'),
      onDone: close,
    },
  );
  if (!shown) return null;
  const { title, targetAudience } = shown;
  const words = draft.words.trim();
  const refusal = first?.allowed.send ?? null;
  return (
    <ConfirmDialog
      opened={opened}
      title={t('messages.open')}
      text={
        first?.readers
          ? t('messages.reach', { count: first.readers, title })
          : t('messages.reachUnknown', { title })
      }
      confirmLabel={t('messages.send')}
      busy={send.isPending}
      canConfirm={refusal === null}
      onClose={close}
      onConfirm={() => {
        setMissing(words === '');
        if (words !== '') send.mutate({ ...draft, words });
      }}
    >
      <Stack gap="sm">
        {refusal && (
          <Alert role="status" color="cup">
            {textOfRefusal(refusal)}
          </Alert>
        )}
        <div>
          <Textarea
            data-autofocus
            label={t('messages.words')}
            description={t('messages.most', { count: longestMessage })}
            placeholder={t('messages.placeholder')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={longestMessage}
            value={draft.words}
            error={isMissing && words === '' && t('messages.missing')}
            onChange={({ currentTarget: { value } }) => setDraft({ words: value, idempotencyKey: newKey() })}
          />
          <Text size="sm" c="dimmed" ta="end" mt={4} aria-hidden>
            {draft.words.length} / {longestMessage}
          </Text>
        </div>
        <Text size="sm">
          {t('messages.how')} {targetAudience === 'kid' && t('messages.guardians')}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
