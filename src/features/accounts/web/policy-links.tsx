import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** The way to the terms and the privacy notice; `apart` from a form, which stays as it is. */
export function PolicyLinks({ apart = false }: { apart?: boolean }) {
  const { t } = useTranslation('accounts');
  return (
    <Group gap="md">
      {(['terms', 'privacy'] as const).map((name) => (
        <Anchor
          key={name}
          component={Link}
          to={`/${name}`}
          target={apart ? '_blank' : undefined}
          underline="always"
          py="xs"
        >
          {t(`policies.${name}`)}
        </Anchor>
      ))}
    </Group>
  );
}
