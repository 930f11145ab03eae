import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { type Channel, changeChannel } from '../../contract.ts';
import { type Taught, TaughtFields } from '../taught-fields.tsx';

/** Edits what the next videos of a channel teach. Closed without a channel. */
export function EditChannelDrawer({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const shown = useLast(channel);
  return (
    <SideDrawer opened={channel !== null} onClose={onClose} size="md" title={shown?.title}>
      {shown && <EditForm key={shown.id} channel={shown} onDone={onClose} />}
    </SideDrawer>
  );
}

function EditForm({
  channel: { id, language, level, topics },
  onDone,
}: {
  channel: Channel;
  onDone: () => void;
}) {
  const { t } = useTranslation('videos');
  const [taught, setTaught] = useState<Taught>({ language, level, topics });
  const change = useAct(
    () =>
      call(changeChannel, {
        params: { id },
        body: {
          language: taught.language ?? undefined,
          level: taught.level ?? undefined,
          topics: [...taught.topics],
        },
      }),
    { stale: ['videos'], done: t('moderation.changed'), failed: t('failed'), onDone },
  );

  function send(event: FormEvent): void {
    event.preventDefault();
    change.mutate();
  }

  return (
    <form noValidate onSubmit={send}>
      <Stack>
        <Text c="dimmed">{t('channels.editText')}</Text>
        <TaughtFields value={taught} onChange={setTaught} />
        <DialogActs>
          <Button type="submit" color="feed" loading={change.isPending}>
            {t('form.save')}
          </Button>
        </DialogActs>
      </Stack>
    </form>
  );
}
