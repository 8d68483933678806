import type { i18n } from 'i18next';
import { useTranslation as useLibrary } from 'react-i18next';
import type admin from './locales/en-US/admin.json';
import type auth from './locales/en-US/auth.json';
import type billing from './locales/en-US/billing.json';
import type charts from './locales/en-US/charts.json';
import type chat from './locales/en-US/chat.json';
import type common from './locales/en-US/common.json';
import type crash from './locales/en-US/crash.json';
import type dashboard from './locales/en-US/dashboard.json';
import type docs from './locales/en-US/docs.json';
import type errors from './locales/en-US/errors.json';
import type exports from './locales/en-US/exports.json';
import type expiry from './locales/en-US/expiry.json';
import type files from './locales/en-US/files.json';
import type folders from './locales/en-US/folders.json';
import type help from './locales/en-US/help.json';
import type imports from './locales/en-US/imports.json';
import type keys from './locales/en-US/keys.json';
import type landing from './locales/en-US/landing.json';
import type limits from './locales/en-US/limits.json';
import type models from './locales/en-US/models.json';
import type options from './locales/en-US/options.json';
import type ownkeys from './locales/en-US/ownkeys.json';
import type playground from './locales/en-US/playground.json';
import type presets from './locales/en-US/presets.json';
import type prompts from './locales/en-US/prompts.json';
import type purchases from './locales/en-US/purchases.json';
import type receipt from './locales/en-US/receipt.json';
import type replies from './locales/en-US/replies.json';
import type search from './locales/en-US/search.json';
import type settings from './locales/en-US/settings.json';
import type shares from './locales/en-US/shares.json';
import type site from './locales/en-US/site.json';
import type topup from './locales/en-US/topup.json';
import type usage from './locales/en-US/usage.json';
import type webhooks from './locales/en-US/webhooks.json';

/** The texts of each namespace. A test compares this list with the folder. */
interface Texts {
  admin: typeof admin;
  auth: typeof auth;
  billing: typeof billing;
  charts: typeof charts;
  chat: typeof chat;
  common: typeof common;
  crash: typeof crash;
  dashboard: typeof dashboard;
  docs: typeof docs;
  errors: typeof errors;
  exports: typeof exports;
  expiry: typeof expiry;
  files: typeof files;
  folders: typeof folders;
  help: typeof help;
  imports: typeof imports;
  keys: typeof keys;
  landing: typeof landing;
  limits: typeof limits;
  models: typeof models;
  options: typeof options;
  ownkeys: typeof ownkeys;
  playground: typeof playground;
  presets: typeof presets;
  prompts: typeof prompts;
  purchases: typeof purchases;
  receipt: typeof receipt;
  replies: typeof replies;
  search: typeof search;
  settings: typeof settings;
  shares: typeof shares;
  site: typeof site;
  topup: typeof topup;
  usage: typeof usage;
  webhooks: typeof webhooks;
}

export type Namespace = keyof Texts;

/** The paths of the texts in a file. */
type Path<Part> = {
  [Name in keyof Part & string]: Part[Name] extends string ? Name : `${Name}.${Path<Part[Name]>}`;
}[keyof Part & string];

/** A text with a number has a form for each plural; its key is without one. */
type WithoutPlural<Key> = Key extends `${infer Name}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Name | Key
  : Key;

/** The keys of each namespace: they are computed once, and not for each call as by the types of i18next. */
type Keys = { [Name in Namespace]: WithoutPlural<Path<Texts[Name]>> };

/** Values that are filled in, and options of i18next. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Returns a text of the first namespace by its key, or of any of them by `<namespace>:<key>`. The compiler checks keys
 * against the English files.
 */
export interface Translate<First extends Namespace = 'common', Others extends Namespace = First> {
  (
    key: Keys[First] | { [Name in First | Others]: `${Name}:${Keys[Name]}` }[First | Others],
    values?: Values,
  ): string;
}

interface Translation<First extends Namespace, Others extends Namespace> {
  t: Translate<First, Others>;
  i18n: i18n;
}

interface UseTranslation {
  <First extends Namespace = 'common'>(namespace?: First): Translation<First, First>;
  <const First extends Namespace, const Others extends Namespace>(
    namespaces: readonly [First, ...Others[]],
  ): Translation<First, Others>;
}

/** The texts of some namespaces in the language of the page; by default those of `common`. */
export const useTranslation = useLibrary as unknown as UseTranslation;
