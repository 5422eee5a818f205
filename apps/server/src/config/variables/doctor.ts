import { dnsServers, timeServers, webAddress } from '../values.ts';
import { variable } from '../variable.ts';

/** Whom `npm run operador -- doutor` asks besides the services it examines. */
export const DOCTOR = {
  DOCTOR_NTP: variable<readonly string[]>({
    about: 'Time servers that `npm run operador -- doutor` compares the clock with; two, of different owners.',
    form: '`host` or `host:port`, separated by commas, or `none`',
    example: 'a.st1.ntp.br,ntp.empresa.exemplo',
    parse: timeServers,
    otherwise: () => ['a.st1.ntp.br', 'time.cloudflare.com'],
    unset: '`a.st1.ntp.br,time.cloudflare.com`',
  }),
  DOCTOR_DNS: variable<readonly string[]>({
    about: 'DNS servers it asks about the domain of `MAIL_FROM`, where the system has only internal ones.',
    form: 'IP addresses, with a port or without, separated by commas',
    example: '200.160.0.8',
    parse: dnsServers,
    otherwise: () => [],
    unset: "the system's",
  }),
  DOCTOR_OUTSIDE: variable({
    about: 'An address outside that it calls as a webhook is called, to see whether webhooks get out.',
    form: 'a web address',
    example: 'https://registro.br',
    parse: webAddress,
    otherwise: () => 'https://registro.br',
  }),
};
