import { Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { type LanguageCode, languageCodes } from '#shared/languages.ts';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { type Audience, audiences, longestTitle, longestWords, postAnnouncement } from '../contract.ts';
import { readersQuery } from './queries.ts';
import { useWithdraw } from './use-withdraw.ts';

/** Where an administrator writes an announcement, and sees before how many people it reaches. */
export function WriteAnnouncementDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('announcements');
  return (
    <SideDrawer opened={opened} onClose={onClose} size="md" holdsForm title={t('manage.write')}>
      <WriteForm onDone={onClose} />
    </SideDrawer>
  );
}

/** One form has one idempotency key, so that a double press tells people once. */
function WriteForm({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useTranslation(['announcements', 'shell']);
  const { number } = useFigures();
  const [idempotencyKey] = useState(newKey);
  const [title, setTitle] = useState('');
  const [words, setWords] = useState('');
  const [audience, setAudience] = useState<Audience>('everybody');
  const [chosen, setLanguage] = useState<LanguageCode | null>(null);
  const [asked, setAsked] = useState(false);
  // Teachers are told whatever they learn.
  const language = audience === 'teachers' ? null : chosen;
  const { data } = useQuery(readersQuery({ audience, ...(language && { language }) }));
  const withdraw = useWithdraw();
  const post = useAct(
    () =>
      call(
        postAnnouncement,
        { body: { title: title.trim(), words: words.trim(), audience, language } },
        { idempotencyKey },
      ),
    {
      stale: ['announcements'],
      failed: t('write.failed'),
      onDone: (announcement) => {
        onDone();
        toastUndo({
          title: t('write.done'),
          message: announcement.title,
          undoLabel: t('write.undo'),
          onUndo: () => withdraw.mutate(announcement),
        });
      },
    },
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (title.trim() && words.trim()) post.mutate();
      }}
    >
      <Stack>
        <TextInput
          label={t('write.title')}
          required
          data-autofocus
          maxLength={longestTitle}
          value={title}
          error={asked && title.trim() === '' && t('write.titleMissing')}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Textarea
          label={t('write.words')}
          description={t('write.wordsHint', { figure: number(longestWords) })}
          required
          autosize
          minRows={5}
          maxRows={14}
          maxLength={longestWords}
          value={words}
          error={asked && words.trim() === '' && t('write.wordsMissing')}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <Select
          label={t('write.audience')}
          allowDeselect={false}
          data={audiences.map((value) => ({ value, label: t(`audiences.${value}`) }))}
          value={audience}
          onChange={(value) => value && setAudience(value)}
        />
        {audience !== 'teachers' && (
          <Select
            label={t('write.language')}
            placeholder={t('write.everyLanguage')}
            clearable
            searchable
            data={languageCodes.map((code) => ({ value: code, label: languageName(code, i18n.language) }))}
            value={chosen}
            onChange={setLanguage}
          />
        )}
        <Text role="status" mih="1.5em">
          {data &&
            (data.readers === 0
              ? t('write.reachNone')
              : t('write.reach', { count: data.readers, figure: number(data.readers) }))}
        </Text>
        <DialogActs>
          <Button variant="default" onClick={onDone}>
            {t('shell:dialog.cancel')}
          </Button>
          <Button type="submit" loading={post.isPending} disabled={data?.readers === 0}>
            {t('write.publish')}
          </Button>
        </DialogActs>
      </Stack>
    </form>
  );
}
