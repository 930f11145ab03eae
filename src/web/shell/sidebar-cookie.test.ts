import { expect, it } from 'vitest';
import { isCollapsed, sidebarCookie } from './sidebar-cookie.ts';

it('the cookie of the sidebar is for TLS alone where the page came over TLS', () => {
  expect(sidebarCookie('collapsed', true)).toMatch(/^__Secure-sumi[.]sidebar=collapsed; .*; secure$/);
  expect(sidebarCookie('collapsed', false)).toMatch(/^sumi[.]sidebar=collapsed; /);
  expect(sidebarCookie('collapsed', false)).not.toContain('secure');
});

it('the sidebar is as its cookie says, over TLS and without', () => {
  for (const overTls of [true, false]) {
    expect(isCollapsed(`a=b; ${sidebarCookie('collapsed', overTls)}`)).toBe(true);
    expect(isCollapsed(`a=b; ${sidebarCookie('open', overTls)}`)).toBe(false);
  }
});
