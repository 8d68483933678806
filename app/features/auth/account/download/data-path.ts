/** Where a person's file is. */
export const DATA_PATH = '/api/user/data';
