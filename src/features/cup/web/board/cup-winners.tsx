import { Badge, Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CoinAmount } from '#features/coins/web/coin-amount.tsx';
import { groupBy } from '#shared/group-by.ts';
import { languageName } from '#shared/language-name.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import type { CupWinner } from '../../contract.ts';
import { cupWinnersQuery } from '../queries.ts';
import { CupAvatar } from './cup-avatar.tsx';
import styles from './cup-winners.module.css';
import { Medal } from './medal.tsx';
import { useLineName } from './use-line-name.ts';

/** The first three of each language of a closed month, or of one language, and what became of their prizes. */
export function CupWinners({ season, language }: { season: string; language: string }) {
  const { t, i18n } = useTranslation('cup');
  const { data, error, refetch } = useQuery(cupWinnersQuery(season));
  if (!data) {
    if (error) return <ErrorState error={error} title={t('page.failed')} onRetry={refetch} />;
    return <LoadingBlocks heights={['14rem']} mb="md" />;
  }
  const winners = data.items.filter((winner) => !language || winner.language === language);
  if (winners.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="winners-title" mb="lg">
      <Stack>
        <Title order={2} id="winners-title">
          {t('winners.title')}
        </Title>
        <div className={styles.languages}>
          {[...groupBy(winners, (winner) => winner.language)].map(([code, ofLanguage]) => (
            <div key={code}>
              <Title order={3} className={styles.language}>
                <LanguageFlag language={code} size="sm" />
                {code ? languageName(code, i18n.language) : t('filter.all')}
              </Title>
              <ol className={styles.winners}>
                {ofLanguage.map((winner) => (
                  <Winner key={winner.place} winner={winner} />
                ))}
              </ol>
            </div>
          ))}
        </div>
        {winners.some(({ status }) => status === 'waiting') && (
          <Text c="dimmed" size="sm">
            {t('winners.waitingText')}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Winner({ winner }: { winner: CupWinner }) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const name = useLineName()(winner);
  return (
    <li className={styles.winner} data-own={winner.own || undefined}>
      <Medal position={winner.place} />
      <CupAvatar name={name} />
      <span className={styles.who}>
        <span className={styles.name}>
          <span className="visually-hidden">{t('line.position', { position: number(winner.place) })} </span>
          {name}
          {winner.own && ` · ${t('own.you')}`}
        </span>
        <span className={styles.figures}>
          <CoinAmount coins={winner.coins} />
          {winner.status !== 'paid' && (
            <Badge color={winner.status === 'waiting' ? 'cup' : 'gray'}>
              {t(`winners.${winner.status}`)}
            </Badge>
          )}
        </span>
      </span>
    </li>
  );
}
