import { keyValues, share, webAddress } from '../values.ts';
import { variable } from '../variable.ts';

/** Where traces go: variables of OpenTelemetry, those that are honoured. */
export const TRACING = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variable<string | null>({
    about:
      'The collector that traces are sent to, by OTLP over HTTP as JSON; `/v1/traces` is added to it. See [observability](observability.md).',
    form: 'a web address',
    example: 'http://coletor:4318',
    parse: webAddress,
    otherwise: () => null,
    unset: 'nothing is traced, and nothing is loaded for it',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: variable<Readonly<Record<string, string>>>({
    about: 'Headers sent to the collector.',
    form: '`name=value` separated by commas, values percent-encoded',
    example: 'x-api-key=chave-do-coletor',
    parse: keyValues,
    otherwise: () => ({}),
    unset: 'none',
    secret: true,
  }),
  OTEL_SERVICE_NAME: variable({
    about: 'What traces call the service.',
    form: 'text',
    example: 'rubrica',
    parse: (text) => text,
    otherwise: () => 'rubrica',
  }),
  OTEL_RESOURCE_ATTRIBUTES: variable<Readonly<Record<string, string>>>({
    about: 'What traces tell of the process besides its version and what it does.',
    form: '`name=value` separated by commas, values percent-encoded',
    example: 'deployment.environment.name=producao',
    parse: keyValues,
    otherwise: () => ({}),
    unset: 'nothing',
  }),
  OTEL_TRACES_SAMPLER_ARG: variable({
    about:
      'The share of requests, and of jobs without one, that are recorded, whatever a caller asks for in `traceparent`. What follows from something recorded is recorded.',
    form: 'a number from 0 to 1',
    example: '0.1',
    parse: share,
    otherwise: () => 1,
  }),
};
