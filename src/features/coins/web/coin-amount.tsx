import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { Coin } from './coin.tsx';
import styles from './coin-amount.module.css';

/** A number of sumicoins: the coin and the figure, with the word for screen readers. Null could not be read. */
export function CoinAmount({ coins, size = 'sm' }: { coins: number | null; size?: 'sm' | 'md' | 'lg' }) {
  const { t } = useTranslation('coins');
  const { number } = useFigures();
  return (
    <span className={styles.amount} data-size={size}>
      <Coin size={size} />
      <span aria-hidden>{coins === null ? '–' : number(coins)}</span>
      <span className="visually-hidden">
        {coins === null ? t('unread') : t('amount', { count: coins, figure: number(coins) })}
      </span>
    </span>
  );
}
