import { Group, type MantineColor, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { passwordStrength, type Strength } from './password-strength.ts';

const colours: Record<Strength, MantineColor> = { 0: 'gray', 1: 'red', 2: 'cup', 3: 'teach', 4: 'green' };

/** The strength of a password as four bars and a word; nothing while it is empty. */
export function PasswordMeter({ password }: { password: string }) {
  const { t } = useTranslation('accounts');
  const strength = passwordStrength(password);
  if (strength === 0) return null;
  const word = t(`auth.strength.${strength}`);
  return (
    <Stack gap="xs">
      <Group grow gap="xs" aria-hidden>
        {([1, 2, 3, 4] as const).map((step) => (
          <Progress key={step} size="sm" value={strength >= step ? 100 : 0} color={colours[strength]} />
        ))}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {t('auth.strength.label')}: {word}
      </Text>
    </Stack>
  );
}
