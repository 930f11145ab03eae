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
import { Testimonials } from './sections/testimonials.tsx';

/** Addresses that the navigation bar leads to; whoever follows one wants this page, signed in or not. */
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
 * What Sumi is, for who does not know it yet. Written out ahead, so that it shows before any script has run; who
 * was signed in last time sees 'Cargando...' instead until the server has said whether they still are.
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
        <Testimonials />
        <Partners />
        <Footer />
      </div>
    </>
  );
}
