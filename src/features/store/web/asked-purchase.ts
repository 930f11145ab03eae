import type { StoreItem } from '../contract.ts';

/** The item that a person is about to buy, and the idempotency key of that purchase, made when the dialog opens. */
export type AskedPurchase = StoreItem & { key: string };

/** A visitor's balance is null; a member's is undefined while it loads, and `unread` where it could not be read. */
export type KnownBalance = number | 'unread' | null | undefined;
