/** Id of the settings dialog, which a page has once. */
export const SETTINGS_DIALOG = 'settings';
