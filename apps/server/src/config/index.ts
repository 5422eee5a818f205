/** What the environment decides: a table of variables, and what is read, refused and told by it. */
export { describeStandIns } from './banner.ts';
export { type Config, ConfigError, readConfig, withPort } from './config.ts';
export { describeOpenDoors } from './doors.ts';
export type { ClamdAddress, Role, S3Config } from './values.ts';
