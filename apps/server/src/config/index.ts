/**
 * Configuration from the environment: a table of variables, with parsing, validation and descriptions derived from it.
 */
export { describeStandIns } from './banner.ts';
export { type Config, ConfigError, readConfig, type TracingConfig, withPort } from './config.ts';
export { parseDatabaseUrl } from './database-url.ts';
export { describeOpenDoors } from './doors.ts';
export { type ClamdAddress, type Role, type S3Config, s3Url } from './values.ts';
export { passphrase as checkPassphrase } from './variables/backup.ts';
