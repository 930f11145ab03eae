import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { besideScrollBar } from '#web/shell/shell-frame.tsx';
import type { CupLine, CupOrder } from '../../contract.ts';
import { Medal } from './medal.tsx';
import styles from './own-line.module.css';
import { useLineName } from './use-line-name.ts';

/**
 * The reader's own line while it is out of sight: above the list after the reader scrolled past it, else below. It is
 * fixed as the frame's bars are, so that the list does not move when it appears. `onShow` scrolls to the line once it
 * is loaded.
 */
export function OwnLine({
  line,
  order,
  where,
  onShow,
}: {
  line: CupLine;
  order: CupOrder;
  where: 'above' | 'below';
  onShow: (() => void) | null;
}) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const nameOf = useLineName();
  const figure =
    order === 'xp'
      ? t('line.xp', { n: number(line.totalExp) })
      : t('line.days', { count: line.streakDays, n: number(line.streakDays) });
  const shown = (
    <>
      <span className={styles.position}>
        {line.position <= 3 ? (
          <Medal position={line.position} />
        ) : (
          t('line.position', { position: number(line.position) })
        )}
      </span>
      <span className={styles.name}>
        {t(line.held ? 'own.youHeld' : 'own.you')} · {nameOf(line)}
      </span>
      <span className={styles.figure}>{figure}</span>
    </>
  );
  return (
    <div className={styles.rail} data-where={where}>
      <section aria-label={t('own.position')} className={`${styles.holder} ${besideScrollBar}`}>
        <div className={styles.inner}>
          {onShow ? (
            <button type="button" className={styles.line} onClick={onShow} title={t('own.show')}>
              {shown}
            </button>
          ) : (
            <div className={styles.line}>{shown}</div>
          )}
        </div>
      </section>
    </div>
  );
}
