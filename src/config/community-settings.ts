import { type Address, isThisMachine } from './address-settings.ts';
import type { Settings } from './environment.ts';

/** What of the settings depends on where the community is served. */
type Place = { production: boolean; address: Address };

/**
 * Why others than people at this machine may reach the community, or null: then it is one to try things out in. A
 * proxy on this machine lets others in although `HOST` does not, and shows itself by its setting or by the address.
 */
function reasonOfOthers({ TRUST_PROXY }: Settings, { production, address: { appUrl, host } }: Place) {
  if (production) return 'production';
  if (appUrl.startsWith('https:')) return 'https';
  if (!isThisMachine(host)) return 'network';
  if (!isThisMachine(new URL(appUrl).hostname.replace(/^\[|\]$/g, ''))) return 'address';
  return TRUST_PROXY === 'yes' ? 'proxy' : null;
}

/** Whether the demo is there, and why. It shows an administrator's password to each visitor of its sign-in page. */
export function seedOf(set: Settings, place: Place) {
  const seedBecause = set.SEED ?? reasonOfSeed(set, place);
  const seed = seedBecause === 'demo' || seedBecause === 'embedded' ? 'demo' : 'none';
  return { seed, seedBecause } as const;
}

function reasonOfSeed(set: Settings, place: Place) {
  return set.DATABASE_URL ? 'database' : (reasonOfOthers(set, place) ?? 'embedded');
}

/** The links that a community sets. `examples`: the demo shows the others too. */
export function linksOf(set: Settings, seed: 'demo' | 'none') {
  return {
    whatsApp: set.COMMUNITY_WHATSAPP ?? '',
    examples: seed === 'demo',
    networks: {
      ...(set.COMMUNITY_INSTAGRAM && { instagram: set.COMMUNITY_INSTAGRAM }),
      ...(set.COMMUNITY_TIKTOK && { tiktok: set.COMMUNITY_TIKTOK }),
      ...(set.COMMUNITY_YOUTUBE && { youtube: set.COMMUNITY_YOUTUBE }),
      ...(set.COMMUNITY_FACEBOOK && { facebook: set.COMMUNITY_FACEBOOK }),
      ...(set.COMMUNITY_X && { x: set.COMMUNITY_X }),
      ...(set.COMMUNITY_LINKEDIN && { linkedin: set.COMMUNITY_LINKEDIN }),
    },
  };
}

export function paymentsOf(set: Settings, place: Place) {
  return {
    /** Null without a key: then there is the test provider, or no provider. */
    stripe:
      set.STRIPE_SECRET_KEY && set.STRIPE_WEBHOOK_SECRET
        ? { secretKey: set.STRIPE_SECRET_KEY, webhookSecret: set.STRIPE_WEBHOOK_SECRET }
        : null,
    /** The test provider takes no money, so a real community has it only when the setting says so. */
    testPayments: set.TEST_PAYMENTS ? set.TEST_PAYMENTS === 'yes' : reasonOfOthers(set, place) === null,
  };
}

export function mailOf(set: Settings, place: Place) {
  const { appUrl } = place.address;
  return {
    /** Null without a mail server: then letters are written to files in `dataDir`. */
    smtp: set.SMTP_URL ? { url: set.SMTP_URL } : null,
    mailFrom: set.MAIL_FROM ?? `Sumi <sumi@${new URL(appUrl).hostname}>`,
    /** What the screens say about letters: they arrive, they are files of the operator, or the person has to ask. */
    mail: set.SMTP_URL ? 'sent' : reasonOfOthers(set, place) ? 'none' : 'folder',
    /** Whom push services write to about trouble: they take https addresses and mailboxes. */
    contact: appUrl.startsWith('https:') ? appUrl : 'mailto:sumi@localhost.localdomain',
  } as const;
}
