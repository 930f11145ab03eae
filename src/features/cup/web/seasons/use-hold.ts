import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { setRowHold } from '../../contract.ts';

type Hold = InputOf<typeof setRowHold>['body'];

/** Holds or releases the rows of a user name in a month; another tap takes that back. */
export function useHold(season: string, onDone?: () => void) {
  const { t } = useTranslation('cup');
  const hold = useAct((body: Hold) => call(setRowHold, { params: { season }, body }), {
    stale: ['cup'],
    failed: t('held.failed'),
    onDone: (_, { username, held }) => {
      onDone?.();
      toastUndo({
        title: t(held ? 'held.isHeld' : 'held.released'),
        message: username,
        undoLabel: t('own.undo'),
        onUndo: () => hold.mutate({ username, held: !held }),
      });
    },
  });
  return hold;
}
