import { useTranslation } from 'react-i18next';
import slide from '../watch/video-slide.module.css';
import classes from './feed-skeleton.module.css';

/** The loading state of the feed, exactly the size of a video, so that nothing shifts. */
export function FeedSkeleton() {
  const { t } = useTranslation('shell');
  return (
    <div className={slide.slide} data-own role="status">
      <span className="visually-hidden">{t('loading')}</span>
      <div className={slide.stage}>
        <div className={classes.shine} />
      </div>
      <div className={slide.words}>
        <div className={classes.lines}>
          <span />
          <span />
        </div>
      </div>
      <div className={slide.rail}>
        {['like', 'save', 'sound', 'captions'].map((button) => (
          <span key={button} className={classes.button} />
        ))}
      </div>
    </div>
  );
}
