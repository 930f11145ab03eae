import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { hideName, type PersonDetail, showName } from '../contract.ts';
import { ActDialog } from './act-dialog.tsx';

type Asked = { person: PersonDetail; onClose: () => void };

/** Asks for the reason of hiding a name and picture; of one that is hidden, why the new one will not do either. */
export function HideNameDialog({ person, onClose }: Asked) {
  const { t } = useTranslation('people');
  const hide = useAct((reason: string) => call(hideName, { params: { id: person.id }, body: { reason } }), {
    stale: ['people'],
    done: t('hideName.done'),
    failed: t('hideName.failed'),
    onDone: onClose,
  });
  return (
    <ActDialog
      title={t(person.nameState === 'shown' ? 'hideName.title' : 'acts.askName')}
      text={t('hideName.text', { name: person.name })}
      confirmLabel={t(person.nameState === 'shown' ? 'hideName.confirm' : 'acts.askName')}
      danger={person.nameState === 'shown'}
      reason="required"
      reasonHint={t('hideName.reasonHint')}
      busy={hide.isPending}
      onConfirm={(reason = '') => hide.mutate(reason)}
      onClose={onClose}
    />
  );
}

/** Asks before others see a name and picture again. */
export function ShowNameDialog({ person, onClose }: Asked) {
  const { t } = useTranslation('people');
  const show = useAct(() => call(showName, { params: { id: person.id } }), {
    stale: ['people'],
    done: t('showName.done'),
    failed: t('showName.failed'),
    onDone: onClose,
  });
  return (
    <ActDialog
      title={t('showName.title')}
      text={t('showName.text', { name: person.name })}
      confirmLabel={t('showName.confirm')}
      reason="none"
      busy={show.isPending}
      onConfirm={() => show.mutate()}
      onClose={onClose}
    />
  );
}
