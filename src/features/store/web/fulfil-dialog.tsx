import { Alert, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { languageName } from '#shared/language-name.ts';
import { findLanguage, type LanguageCode, languageCodes } from '#shared/languages.ts';
import { type Level, levels } from '#shared/levels.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { certificateItem, type ManagedOrder } from '../contract.ts';
import { canBeWritten } from '../rules.ts';
import { useSettle } from './use-settle.ts';

/** The note for the buyer; for a level certificate also its language, its level and the name on it. */
export function FulfilDialog({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const { t, i18n } = useTranslation('store');
  const { buyer, itemId } = order;
  const vouches = itemId === certificateItem;
  const { account } = useAccount();
  const [note, setNote] = useState('');
  const [language, setLanguage] = useState<LanguageCode>(
    findLanguage(buyer.languages[0] ?? 'en')?.code ?? 'en',
  );
  const [level, setLevel] = useState<Level>(levels.find((each) => each === buyer.level) ?? 'basic');
  const [shownName, setShownName] = useState(buyer.name);
  const settle = useSettle(order, onClose);
  const name = shownName.trim();
  const problem = name === '' ? 'nameMissing' : canBeWritten(name) ? null : 'unwritable';
  const confirm = () => {
    if (vouches && problem) return;
    const certificate = vouches ? { language, level, shownName: name } : undefined;
    settle.mutate({ act: 'fulfil', note: note.trim(), certificate });
  };
  return (
    <ConfirmDialog
      opened
      title={t(vouches ? 'manage.vouchTitle' : 'manage.fulfilTitle')}
      text={t('manage.fulfilText', {
        item: t(`items.${itemId}.name`, { defaultValue: itemId }),
        name: buyer.name,
      })}
      confirmLabel={t(vouches ? 'manage.vouch' : 'manage.fulfil')}
      busy={settle.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {vouches && (
        <>
          {account && !canBeWritten(account.name) && (
            <Alert color="coins">{t('refusals.store.unwritable-issuer')}</Alert>
          )}
          <TextInput
            label={t('manage.shownName')}
            description={t('manage.shownNameHint')}
            required
            maxLength={80}
            data-autofocus
            value={shownName}
            error={problem && t(`manage.${problem}`)}
            onChange={({ currentTarget }) => setShownName(currentTarget.value)}
          />
          <NativeSelect
            label={t('manage.language')}
            value={language}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value as LanguageCode)}
            data={languageCodes.map((code) => ({ value: code, label: languageName(code, i18n.language) }))}
          />
          <NativeSelect
            label={t('manage.level')}
            value={level}
            onChange={({ currentTarget }) => setLevel(currentTarget.value as typeof level)}
            data={levels.map((value) => ({ value, label: t(`levels.${value}`) }))}
          />
        </>
      )}
      <Textarea
        label={t('manage.note')}
        description={t('manage.noteHint')}
        autosize
        minRows={2}
        maxLength={500}
        {...(!vouches && { 'data-autofocus': true })}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
