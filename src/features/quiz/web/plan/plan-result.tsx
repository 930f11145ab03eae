import { Button, Card, Text, Title } from '@mantine/core';
import { IconArrowRight, IconBroadcast, IconMoon, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { learnersAddress } from '#features/classes/rules.ts';
import { hoursAndMinutes } from '#features/profiles/rules.ts';
import { type Tier, tierRank } from '#shared/actor.ts';
import { languageName } from '#shared/language-name.ts';
import { InkDrop } from '#web/ui/ink-drop.tsx';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { PersonalPlan, PlanAnswers, Rhythm } from '../../contract.ts';
import { kindsFor } from '../../rules.ts';
import classes from './plan-result.module.css';
import { PlanSessions } from './plan-sessions.tsx';
import { PlanVideos } from './plan-videos.tsx';

const mostTips = 2;

/** The personal plan: the week's rhythm, live sessions, videos to start with, and what to do next. */
export function PlanResult({
  plan,
  answers,
  name,
  contact,
  tier,
  onChange,
}: {
  plan: PersonalPlan;
  answers: PlanAnswers;
  /** Empty when it is not known. */
  name: string;
  /** What a visitor said of themselves, which they need not type again to sign up; null for a member. */
  contact: { name: string; email: string } | null;
  /** The reader's; a visitor's is that of a new account. */
  tier: Tier;
  onChange: () => void;
}) {
  const { t, i18n } = useTranslation('quiz');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const { language, level, learningStyle, modality } = answers;
  const signedIn = contact === null;
  // The next step is a class that the membership includes, even where one to pay for begins before it.
  const isIncluded = ({ requiredTier }: (typeof plan.sessions)[number]) =>
    tierRank(requiredTier) <= tierRank(tier);
  const first = plan.sessions.find(isIncluded) ?? plan.sessions[0];
  const nextStep = !first ? 'feed' : isIncluded(first) ? 'classes' : 'see';
  return (
    <div className={classes.plan}>
      <header className={classes.head}>
        <InkDrop mood="proud" size="md" />
        <div>
          <h1 ref={title} tabIndex={-1} className={classes.title}>
            {name ? t('plan.result.title', { name }) : t('plan.result.titlePlain')}
          </h1>
          <p className={classes.about}>
            <LanguageFlag language={language} />
            {t('plan.result.text', {
              language: languageName(language, i18n.language),
              level: t(`levels.${level}`, { ns: 'shell' }),
            })}
          </p>
        </div>
      </header>

      <Part id="plan-rhythm" title={t('plan.result.rhythm')}>
        <Week rhythm={plan.rhythm} />
      </Part>
      {kindsFor(modality).length > 0 && (
        <Part id="plan-sessions" title={t('plan.result.sessions')}>
          <PlanSessions sessions={plan.sessions} signedIn={signedIn} />
          {modality.includes('private') && signedIn && (
            <Text c="dimmed" mt="sm">
              {t('plan.result.private')}{' '}
              <Link to="/store" className={classes.link}>
                {t('plan.result.store')}
              </Link>
            </Text>
          )}
        </Part>
      )}
      <Part id="plan-videos" title={t('plan.result.videos')}>
        <PlanVideos videos={plan.videos} />
      </Part>
      <Part id="plan-tips" title={t('plan.result.tips')}>
        <ul className={classes.tips}>
          {learningStyle.slice(0, mostTips).map((style) => (
            <li key={style}>{t(`plan.tips.${style}`)}</li>
          ))}
        </ul>
      </Part>

      {/* On a phone the next step stays in reach while the plan is read. */}
      <div className={classes.next}>
        <Button
          component={Link}
          to={signedIn ? (first ? learnersAddress(first.id) : '/feed') : '/auth?register=true'}
          // Without a class they go to the feed: the frame of members saves the plan.
          state={
            contact && {
              name: contact.name,
              email: contact.email,
              ...(first && { from: learnersAddress(first.id) }),
            }
          }
          size="lg"
          fullWidth
          rightSection={<IconArrowRight aria-hidden />}
        >
          {t(`plan.result.${signedIn ? nextStep : 'signUp'}`)}
        </Button>
      </div>
      <div className={classes.actions}>
        <Text c="dimmed" ta="center">
          {t(signedIn ? 'plan.result.savedText' : 'plan.result.signUpText')}
        </Text>
        <Button
          variant="subtle"
          color="brand"
          leftSection={<IconPencil size="1.25rem" aria-hidden />}
          onClick={onChange}
        >
          {t('plan.result.change')}
        </Button>
      </div>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" id={id} className={classes.partTitle}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** The week's parts: live sessions, videos, rest. */
function Week({ rhythm }: { rhythm: Rhythm }) {
  const { t } = useTranslation('quiz');
  const { live, videoDays, videoMinutes, restDays, weeklyMinutes } = rhythm;
  const time = hoursAndMinutes(weeklyMinutes);
  const shares = [
    {
      color: 'live',
      Icon: IconBroadcast,
      what: t('plan.result.live', { count: live }),
      how: t('plan.result.liveEach'),
      count: live,
    },
    {
      color: 'feed',
      Icon: IconPlayerPlay,
      what: t('plan.result.videoDays', { count: videoDays }),
      how: t('plan.result.videoMinutes', { count: videoMinutes }),
      count: videoDays,
    },
    {
      color: 'gray',
      Icon: IconMoon,
      what: t('plan.result.restDays', { count: restDays }),
      how: t('plan.result.restText'),
      count: restDays,
    },
  ].filter(({ count }) => count > 0);
  return (
    <Card>
      <ul className={classes.week}>
        {shares.map(({ color, Icon, what, how }) => (
          <li key={color} className={classes.share} data-of={color}>
            <Icon aria-hidden />
            <span>
              <strong>{what}</strong>
              <span className={classes.how}>{how}</span>
            </span>
          </li>
        ))}
      </ul>
      <Text c="dimmed" mt="md">
        {t(
          time.hours === 0
            ? 'plan.result.rhythmMinutes'
            : time.minutes === 0
              ? 'plan.result.rhythmHours'
              : 'plan.result.rhythmText',
          time,
        )}
      </Text>
    </Card>
  );
}
