import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import {
  banPerson,
  changeAgeGroup,
  changeGuardianConsent,
  endSessions,
  type PersonDetail,
  unbanPerson,
} from '../contract.ts';
import { ActDialog } from './act-dialog.tsx';
import { useComingInWords } from './use-coming-in-words.ts';

type Asked = { person: PersonDetail; onClose: () => void };

/** Asks before an account becomes a kid's or an adult's, and says what that deletes. */
export function AgeGroupDialog({ person, onClose }: Asked) {
  const { t } = useTranslation('people');
  const { taught } = useComingInWords();
  // What was asked stays so while the dialog is open, also where another administrator does it first.
  const [ageGroup] = useState<PersonDetail['ageGroup']>(person.ageGroup === 'kid' ? 'adult' : 'kid');
  const change = useAct(
    (reason: string | undefined) =>
      call(changeAgeGroup, { params: { id: person.id }, body: { ageGroup, reason } }),
    { stale: ['people'], done: t('ageGroup.done'), failed: t('ageGroup.failed'), onDone: onClose },
  );
  return (
    <ActDialog
      title={t(`ageGroup.${ageGroup}.title`)}
      text={[
        t(`ageGroup.${ageGroup}.text`, { name: person.name }),
        ...(ageGroup === 'kid' && person.role !== 'student'
          ? [t('teaching.ends'), taught(person.coming)]
          : []),
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={t('ageGroup.confirm')}
      danger={ageGroup === 'kid'}
      busy={change.isPending}
      onConfirm={change.mutate}
      onClose={onClose}
    />
  );
}

/** Asks before a guardian's consent is recorded. */
export function GiveConsentDialog(asked: Asked) {
  return <ConsentDialog {...asked} given />;
}

/** Asks before a guardian's consent is revoked. */
export function RevokeConsentDialog(asked: Asked) {
  return <ConsentDialog {...asked} given={false} />;
}

function ConsentDialog({ person, given, onClose }: Asked & { given: boolean }) {
  const { t } = useTranslation('people');
  const words = given ? 'give' : 'revoke';
  const change = useAct(
    (reason: string | undefined) =>
      call(changeGuardianConsent, { params: { id: person.id }, body: { given, reason } }),
    { stale: ['people'], done: t('consent.done'), failed: t('consent.failed'), onDone: onClose },
  );
  return (
    <ActDialog
      title={t(`consent.${words}.title`)}
      text={t(`consent.${words}.text`, { name: person.name })}
      confirmLabel={t(`consent.${words}.title`)}
      danger={!given}
      busy={change.isPending}
      onConfirm={change.mutate}
      onClose={onClose}
    />
  );
}

/** Asks for the reason of a ban. */
export function BanDialog({ person, onClose }: Asked) {
  const { t } = useTranslation('people');
  const { taught, seats } = useComingInWords();
  const ban = useAct((reason: string) => call(banPerson, { params: { id: person.id }, body: { reason } }), {
    stale: ['people'],
    done: t('ban.done'),
    failed: t('ban.failed'),
    onDone: onClose,
  });
  return (
    <ActDialog
      title={t('ban.title')}
      text={[
        t('ban.text', { name: person.name }),
        seats(person.coming),
        ...(person.role === 'student' ? [] : [t('teaching.ends'), taught(person.coming)]),
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={t('ban.confirm')}
      danger
      reason="required"
      reasonHint={t('ban.reasonHint')}
      busy={ban.isPending}
      onConfirm={(reason = '') => ban.mutate(reason)}
      onClose={onClose}
    />
  );
}

/** Asks before a ban is lifted. */
export function UnbanDialog({ person, onClose }: Asked) {
  const { t } = useTranslation('people');
  const unban = useAct(() => call(unbanPerson, { params: { id: person.id } }), {
    stale: ['people'],
    done: t('unban.done'),
    failed: t('unban.failed'),
    onDone: onClose,
  });
  return (
    <ActDialog
      title={t('unban.title')}
      text={t('unban.text', { name: person.name })}
      confirmLabel={t('unban.confirm')}
      reason="none"
      busy={unban.isPending}
      onConfirm={() => unban.mutate()}
      onClose={onClose}
    />
  );
}

/** Asks before a person's sessions are ended. */
export function SessionsDialog({ person, onClose }: Asked) {
  const { t } = useTranslation('people');
  const end = useAct(() => call(endSessions, { params: { id: person.id } }), {
    stale: ['people'],
    done: t('sessions.done'),
    failed: t('sessions.failed'),
    onDone: onClose,
  });
  return (
    <ActDialog
      title={t('sessions.title')}
      text={t('sessions.text', { name: person.name })}
      confirmLabel={t('sessions.confirm')}
      reason="none"
      busy={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    />
  );
}
