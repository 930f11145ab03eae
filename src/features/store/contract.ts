import { z } from 'zod';
import { guardianFirst } from '#features/accounts/contract.ts';
import { coinRefusals } from '#features/coins/contract.ts';
import { ageGroups } from '#shared/actor.ts';
import { wholeNumber } from '#shared/formats/whole-number.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText, longestReason, longText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';

export const storeCategories = ['classes', 'certificates', 'material', 'profile'] as const;
export type StoreCategory = (typeof storeCategories)[number];

export const storeRefusals = {
  noSuchItem: { code: 'store/no-such-item', status: 404 },
  /** `detail.price`: the present price. */
  priceChanged: { code: 'store/price-changed', status: 409 },
  orderSettled: { code: 'store/order-settled', status: 409 },
  ownOrder: { code: 'store/own-order', status: 403 },
  certificateNeeds: { code: 'store/certificate-needs', status: 422 },
  /** The buyer has as many streak shields in hand as they may have. */
  shieldsFull: { code: 'store/shields-full', status: 409 },
  /** A private class is not given to a kid without the consent of their guardian. */
  buyerNeedsConsent: { code: 'store/buyer-needs-consent', status: 409 },
  unwritableName: { code: 'store/unwritable-name', status: 422 },
  /** The paper has no letters for the name of the person who vouches. */
  unwritableIssuer: { code: 'store/unwritable-issuer', status: 422 },
} as const satisfies Record<string, RefusalKind>;

/** The item that becomes a PDF certificate; the person who fulfils the order chooses language and level. */
export const certificateItem = 'level-certificate';

const itemId = z.string().regex(/^[a-z0-9-]{3,40}$/);
/** Coins that an item costs at least and at most; `store_items` checks the same. */
export const itemPriceLimits = [1, 1_000_000] as const;
const price = wholeNumber(itemPriceLimits);

/** An item. Its name and description are texts of the interface: `store:items.<id>.name`. */
const item = z.object({
  id: z.string(),
  category: z.enum(storeCategories),
  /** Coins. */
  price: z.int(),
  /** The name of its drawing. */
  icon: z.string(),
});

/** An item for sale; `isNew` in its first weeks in the store. */
export const storeItem = item.extend({ isNew: z.boolean() });
export type StoreItem = z.infer<typeof storeItem>;

export const listStoreItems = operation({
  id: 'listStoreItems',
  method: 'get',
  path: '/api/store/items',
  offline: true,
  summary: 'What the store sells for sumicoins, in the order of its shelves.',
  answer: z.object({ items: z.array(storeItem) }),
});

const managedItem = item.extend({ isActive: z.boolean() });
export type ManagedItem = z.infer<typeof managedItem>;

export const listManagedItems = operation({
  id: 'listManagedItems',
  method: 'get',
  path: '/api/store/items/all',
  summary: 'Everything the store knows, whether it is for sale now or not. Administrators only.',
  answer: z.object({ items: z.array(managedItem) }),
});

const storeItemChange = z.object({ price: price.optional(), isActive: z.boolean().optional() });

export const changeStoreItem = operation({
  id: 'changeStoreItem',
  method: 'patch',
  path: '/api/store/items/{itemId}',
  summary:
    'Changes what an item costs, or whether it is for sale. Orders keep the price they were bought at.',
  params: z.object({ itemId }),
  body: storeItemChange,
  answer: managedItem,
  refusals: [storeRefusals.noSuchItem],
});

export const orderStatuses = ['pending', 'fulfilled', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Twelve random letters and digits (60 bits), without characters that look alike. */
const certificateCode = z.string().regex(/^[A-Z2-9]{12}$/);

/** A purchase: `pending` until it is fulfilled or refunded. */
export const order = z.object({
  id: uuid,
  itemId: z.string(),
  /** Coins paid. */
  price: z.int(),
  status: z.enum(orderStatuses),
  createdAt: z.iso.datetime(),
  /** Null while it is pending. */
  settledAt: z.iso.datetime().nullable(),
  /** The message of the administrator or teacher who settled the order. */
  note: z.string().nullable(),
  /** Where its certificate is verified: `/certificates/<code>`. */
  certificate: certificateCode.nullable(),
});
export type Order = z.infer<typeof order>;

export const buyItem = operation({
  id: 'buyItem',
  method: 'post',
  path: '/api/store/orders',
  summary: "Buys one item at the store's own price; the order then waits for delivery.",
  idempotent: true,
  body: z.object({
    itemId,
    /** The price that the buyer saw: a purchase at another price is refused. Left out, any price is accepted. */
    priceSeen: price.optional(),
  }),
  answer: z.object({ order, balance: z.int().min(0) }),
  refusals: [
    storeRefusals.noSuchItem,
    storeRefusals.priceChanged,
    storeRefusals.shieldsFull,
    guardianFirst,
    coinRefusals.tooFew,
  ],
});

export const ordersPageSize = 20;

export const listOrders = operation({
  id: 'listOrders',
  method: 'get',
  path: '/api/store/orders',
  offline: true,
  summary: "The signed-in person's orders, newest first.",
  query: z.object({ cursor: cursorInput }),
  answer: z.object({ items: z.array(order), nextCursor: z.string().nullable() }),
});

/** An order as administrators and teachers see it. */
export const managedOrder = order.extend({
  buyer: z.object({
    name: z.string(),
    ageGroup: z.enum(ageGroups),
    /** Administrators only. */
    id: uuid.nullable(),
    email: z.string().nullable(),
    /** The languages and the level of the buyer's profile, as suggestions for a certificate. */
    languages: z.array(z.string()),
    level: z.string().nullable(),
  }),
  /** The administrator or teacher who settled it. */
  settledBy: z.string().nullable(),
  allowed: z.object({ fulfil: z.boolean(), refund: z.boolean() }),
});
export type ManagedOrder = z.infer<typeof managedOrder>;

export const orderFilters = z.object({
  status: z.enum(orderStatuses).optional(),
  itemId: itemId.optional(),
  /** A piece of the buyer's name (or e-mail, for administrators); accents are ignored. */
  search: lineOfText(80).optional(),
});
export type OrderFilters = z.infer<typeof orderFilters>;

export const listAllOrders = operation({
  id: 'listAllOrders',
  method: 'get',
  path: '/api/store/orders/all',
  summary:
    'Orders to fulfil, the longest waiting first, then those settled, the latest first. A verified teacher sees those of level certificates of students who attended a class of theirs.',
  query: orderFilters.extend({ cursor: cursorInput }),
  answer: z.object({
    /** How many wait, without the filters. */
    waiting: z.int(),
    items: z.array(managedOrder),
    nextCursor: z.string().nullable(),
  }),
});

const byOrder = z.object({ id: uuid });
const settleRefusals = [storeRefusals.orderSettled, storeRefusals.ownOrder, commonRefusals.notFound] as const;

export const fulfilOrder = operation({
  id: 'fulfilOrder',
  method: 'post',
  path: '/api/store/orders/{id}/fulfil',
  summary: 'Hands an order over and tells its buyer. A level certificate names its language and level.',
  idempotent: true,
  params: byOrder,
  body: z.object({
    note: longText(500).optional(),
    /** Required for a level certificate, refused otherwise. */
    certificate: z
      .object({
        language: z.enum(languageCodes),
        level: z.enum(levels),
        /** The name as printed on the certificate. */
        shownName: lineOfText(80),
      })
      .optional(),
  }),
  answer: managedOrder,
  refusals: [
    ...settleRefusals,
    storeRefusals.buyerNeedsConsent,
    storeRefusals.certificateNeeds,
    storeRefusals.unwritableName,
    storeRefusals.unwritableIssuer,
  ],
});

/** How many orders one call fulfils at most. */
export const mostFulfilledAtOnce = 100;

export const fulfilOrders = operation({
  id: 'fulfilOrders',
  method: 'post',
  path: '/api/store/orders/fulfil',
  summary:
    'Hands several orders over, with one note for all, and tells each buyer. Orders that were settled meanwhile, level certificates, own orders and private classes of kids without consent are left as they are. Administrators only.',
  idempotent: true,
  body: z.object({ ids: z.array(uuid).min(1).max(mostFulfilledAtOnce), note: longText(500).optional() }),
  answer: z.object({
    fulfilled: z.int(),
    /** How many of `ids` were left as they are. */
    left: z.int(),
  }),
  refusals: [commonRefusals.notFound],
});

export const refundOrder = operation({
  id: 'refundOrder',
  method: 'post',
  path: '/api/store/orders/{id}/refund',
  summary: 'Gives the coins of an order back, all of them and once, and tells its buyer why.',
  idempotent: true,
  params: byOrder,
  body: z.object({ reason: longText(longestReason) }),
  answer: managedOrder,
  refusals: settleRefusals,
});

export const verifyCertificate = operation({
  id: 'verifyCertificate',
  method: 'get',
  path: '/api/store/certificates/{code}',
  summary: 'What a level certificate says, for every person who has its code.',
  params: z.object({ code: z.string().max(40) }),
  answer: z.object({
    code: certificateCode,
    shownName: z.string(),
    language: z.enum(languageCodes),
    level: z.enum(levels),
    issuedAt: z.iso.datetime(),
    /** The administrator or teacher who certified the level. */
    issuedBy: z.string(),
    /** Whether the reader may download the PDF. */
    own: z.boolean(),
  }),
  refusals: [commonRefusals.notFound],
});

export const downloadCertificate = operation({
  id: 'downloadCertificate',
  method: 'get',
  path: '/api/store/certificates/{code}/pdf',
  summary: 'A level certificate as a PDF, for its owner.',
  params: z.object({ code: z.string().max(40) }),
  /** The reader's language; the certificate is in English when its typeface lacks the letters. */
  query: z.object({ locale: z.string().max(10).default('es') }),
  answer: z.string(),
  refusals: [commonRefusals.notFound],
});
