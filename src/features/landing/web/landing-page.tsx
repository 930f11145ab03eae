import { Navigate, useLocation } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { LoadingState } from '#web/ui/loading-state.tsx';
import classes from './landing.module.css';
import { Challenge } from './sections/challenge.tsx';
import { Clubs } from './sections/clubs.tsx';
import { Features } from './sections/features.tsx';
import { Footer } from './sections/footer.tsx';
import { Hero } from './sections/hero.tsx';
import { Partners } from './sections/partners.tsx';
import { Plans } from './sections/plans.tsx';
import { Testimonials } from './sections/testimonials.tsx';

/** Anchors that the navigation bar links to: a member who follows one stays on this page. */
const anchors = ['#inicio', '#desafio', '#clubes'];

export function meta() {
  return [
    { title: i18n.t('meta.title', { ns: 'landing' }) },
    { name: 'description', content: i18n.t('meta.description', { ns: 'landing' }) },
    { property: 'og:title', content: i18n.t('meta.title', { ns: 'landing' }) },
    { property: 'og:description', content: i18n.t('meta.description', { ns: 'landing' }) },
    { property: 'og:type', content: 'website' },
  ];
}

/**
 * The landing page. It is prerendered, so a visitor sees it before any script has run. A browser that was signed in
 * last time shows 'Cargando...' instead until the server has answered who is signed in.
 */
export default function LandingPage() {
  const { hash } = useLocation();
  const { account } = useAccount();
  if (account && !anchors.includes(hash)) {
    return <Navigate to={account.role === 'admin' ? '/admin' : '/feed'} replace />;
  }
  return (
    <>
      <div className={classes.returning}>
        <LoadingState />
      </div>
      <div className={classes.landing}>
        <Hero />
        <Features />
        <Clubs />
        <Challenge />
        <Plans />
        <Testimonials />
        <Partners />
        <Footer />
      </div>
    </>
  );
}
