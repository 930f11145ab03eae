import { Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WaysToEarn } from '#features/coins/web/ways-to-earn.tsx';
import { useFigures } from '#web/i18n/use-figures.ts';
import { InkDrop } from '#web/ui/ink-drop.tsx';
import type { AskedPurchase } from './asked-purchase.ts';
import styles from './store.module.css';

/** How many coins are missing, and how to earn them. */
export function TooFewCoins({ asked, missing }: { asked: AskedPurchase; missing: number }) {
  const { t } = useTranslation(['store', 'coins']);
  const { number } = useFigures();
  const name = t(`items.${asked.id}.name`, { defaultValue: asked.id });
  return (
    <Stack gap="md">
      <Group wrap="nowrap" gap="md">
        <InkDrop mood="thinking" size="sm" />
        <Text role="alert" className={styles.words}>
          {t('tooFew', { name, count: missing, figure: number(missing) })}
        </Text>
      </Group>
      <div>
        <Title order={3} size="h4" mb="xs">
          {t('coins:earn.title')}
        </Title>
        <WaysToEarn />
      </div>
    </Stack>
  );
}
