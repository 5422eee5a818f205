/**
 * Configuration from the environment: a table of variables, with parsing, validation and descriptions derived from it.
 */
export { describeStandIns } from './banner.ts';
export { type Config, ConfigError, readConfig, withPort } from './config.ts';
export { describeOpenDoors } from './doors.ts';
export type { ClamdAddress, Role, S3Config } from './values.ts';
