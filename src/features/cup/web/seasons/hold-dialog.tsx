import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { useFreshState } from '#web/ui/dialogs/use-fresh-state.ts';
import { useHold } from './use-hold.ts';

/** Asks whose row an administrator holds by hand, and why: what the formula does not see. */
export function HoldDialog({
  season,
  opened,
  onClose,
}: {
  season: string;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('cup');
  const [username, setUsername] = useFreshState(opened, '');
  const [isMissing, setMissing] = useFreshState(opened, false);
  const hold = useHold(season, onClose);
  return (
    <ReasonDialog
      question={
        opened
          ? {
              title: t('held.ask.title'),
              text: t('held.ask.text'),
              confirmLabel: t('held.ask.confirm'),
              label: t('held.ask.reason'),
              hint: t('held.ask.reasonHint'),
              missing: t('held.ask.reasonMissing'),
              oneLine: true,
              children: (
                <TextInput
                  label={t('figure.username')}
                  required
                  autoComplete="off"
                  autoCapitalize="none"
                  maxLength={200}
                  data-autofocus
                  value={username}
                  error={isMissing && username.trim() === '' && t('held.ask.usernameMissing')}
                  onChange={({ currentTarget }) => setUsername(currentTarget.value)}
                />
              ),
            }
          : null
      }
      busy={hold.isPending}
      onConfirm={(reason) => {
        const typed = username.trim();
        if (typed) hold.mutate({ username: typed, held: true, reason });
        else setMissing(true);
      }}
      onClose={onClose}
    />
  );
}
