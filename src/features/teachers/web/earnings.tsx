import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { exportEarnings, teacherSharePercent } from '#features/payments/contract.ts';
import { Statement } from '#features/payments/web/earnings/statement.tsx';
import { useFigures } from '#web/i18n/use-figures.ts';
import styles from './teachers.module.css';

/** The reader's own statement of earnings, and its CSV. */
export function Earnings() {
  const { t } = useTranslation('teachers');
  const { percentage: percent } = useFigures();
  return (
    <Card component="section" aria-labelledby="earnings-title">
      <Stack>
        <div className={styles.head}>
          <div>
            <Title order={2} size="h3" id="earnings-title">
              {t('earnings.title')}
            </Title>
            <Text c="dimmed">{t('earnings.text', { percent: percent(teacherSharePercent) })}</Text>
          </div>
          <Button
            component="a"
            href={exportEarnings.path}
            download
            variant="default"
            size="sm"
            leftSection={<IconDownload size="1.125rem" aria-hidden />}
          >
            {t('earnings.download')}
          </Button>
        </div>
        <Statement />
      </Stack>
    </Card>
  );
}
