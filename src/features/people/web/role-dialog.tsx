import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Role, roles } from '#shared/actor.ts';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { changeRole, type PersonRow } from '../contract.ts';
import { ActDialog } from './act-dialog.tsx';
import { personQuery } from './queries.ts';
import { useComingInWords } from './use-coming-in-words.ts';

/** What becomes of the classes and the page of a teacher or an administrator who gets the role. */
const becomesOf = { student: 'ends', teacher: 'asTeacher', admin: 'asAdmin' } as const satisfies Record<
  Role,
  string
>;

/** Gives a person another role. */
export function RoleDialog({
  person,
  onClose,
}: {
  person: Pick<PersonRow, 'id' | 'name' | 'role'>;
  onClose: () => void;
}) {
  const { t } = useTranslation('people');
  const { taught } = useComingInWords();
  const [role, setRole] = useState<Role>(person.role);
  // From the list it is not here yet; the dialog does not wait for it.
  const coming = useQuery(personQuery(person.id)).data?.coming;
  const change = useAct(
    (reason: string | undefined) => call(changeRole, { params: { id: person.id }, body: { role, reason } }),
    { stale: ['people'], done: t('role.done'), failed: t('role.failed'), onDone: onClose },
  );
  return (
    <ActDialog
      title={t('role.title')}
      text={t('role.text', { name: person.name })}
      confirmLabel={t('role.confirm')}
      busy={change.isPending}
      canConfirm={role !== person.role}
      onConfirm={change.mutate}
      onClose={onClose}
    >
      <NativeSelect
        label={t('role.label')}
        description={t(`role.means.${role}`)}
        value={role}
        data={roles.map((each) => ({ value: each, label: t(`roles.${each}`) }))}
        onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
      />
      {role !== person.role && person.role !== 'student' && (
        <Text>
          {t(`teaching.${becomesOf[role]}`)} {role !== 'admin' && coming && taught(coming)}
        </Text>
      )}
    </ActDialog>
  );
}
