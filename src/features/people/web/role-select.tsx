import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Role, roles } from '#shared/actor.ts';
import type { PersonRow } from '../contract.ts';

/** A person's role, and the way to another: what is chosen is asked about before it is done. */
export function RoleSelect({
  person,
  onWish,
}: {
  person: Pick<PersonRow, 'name' | 'role'>;
  onWish: (role: Role) => void;
}) {
  const { t } = useTranslation('people');
  return (
    <NativeSelect
      aria-label={t('role.of', { name: person.name })}
      value={person.role}
      data={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
      onChange={({ currentTarget }) => onWish(currentTarget.value as Role)}
    />
  );
}
