import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { savePreferences } from '#app/features/settings/save-preferences.server.ts';

export const loader = () => redirect('/settings');

export const action = ({ request }: ActionFunctionArgs) => savePreferences(request);
