import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFigures } from '#web/i18n/use-figures.ts';
import styles from './balance-badge.module.css';
import { Coin } from './coin.tsx';
import { EarnedCoins } from './earned-coins.tsx';
import { walletQuery } from './queries.ts';

/** The member's balance in the bar, with a link to the ledger. */
export function BalanceBadge() {
  const { t } = useTranslation('coins');
  const { number, brief } = useFigures();
  const { data, error } = useQuery(walletQuery);
  return (
    <span className={styles.place}>
      <Link
        to="/coins"
        className={styles.badge}
        aria-label={
          data
            ? t('badge.balance', { count: data.balance, figure: number(data.balance) })
            : t('badge.unknown')
        }
      >
        <Coin />
        <span className={styles.figure}>{data ? brief(data.balance) : error && '–'}</span>
      </Link>
      <EarnedCoins />
    </span>
  );
}
