import { Card, List, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { enumerate } from '#web/i18n/enumerate.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { CupOrder, CupSettings } from '../../contract.ts';

/** How the cup is decided, in plain words. */
export function CupFormula({ order, settings }: { order: CupOrder; settings: CupSettings }) {
  const { t, i18n } = useTranslation('cup');
  const { number } = useFigures();
  const prizes = settings.prizes.filter((coins) => coins > 0).map(number);
  return (
    <Card component="section" aria-labelledby="formula-title" mt="lg" padding="md">
      <Title order={2} size="h4" id="formula-title" mb="xs">
        {t('formula.title')}
      </Title>
      <List size="sm" spacing="xs">
        <List.Item>{t(`page.formula.${order}`)}</List.Item>
        {prizes.length > 0 && (
          <List.Item>{t('formula.prizes', { prizes: enumerate(prizes, i18n.language) })}</List.Item>
        )}
        {settings.fewestParticipants > 1 && (
          <List.Item>{t('formula.fewest', { n: number(settings.fewestParticipants) })}</List.Item>
        )}
        <List.Item>{t('formula.held', { n: number(settings.mostXpPerMinute) })}</List.Item>
        <List.Item>{t('formula.claim')}</List.Item>
      </List>
    </Card>
  );
}
