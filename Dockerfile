# Rubrica in one image: docs/operations/container.md.
# BASE has to be a Debian with Node 24.21 or newer, npm among it: the service brings no Node of its own.
ARG BASE=node:24.21.0-slim

FROM ${BASE} AS base
# tini reaps what other programs leave behind; libnss-wrapper gives a bare uid (--user 1234) the name that initdb asks for.
RUN apt-get update \
 && apt-get install -y --no-install-recommends tini libnss-wrapper \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
 && useradd --uid 10001 --gid 0 --no-create-home --home-dir /data --shell /usr/sbin/nologin rubrica \
 && install --directory --owner=10001 --group=0 --mode=0770 /data

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/pdf/package.json packages/pdf/
COPY packages/sdk/package.json packages/sdk/
COPY packages/verify/package.json packages/verify/
RUN npm ci --omit=dev --workspace=@rubrica/server --no-audit --no-fund
COPY . .
RUN node apps/web/scripts/build.ts && node deploy/container/pack.ts

FROM base
LABEL org.opencontainers.image.title="Rubrica" \
      org.opencontainers.image.description="An open-source electronic-signature service for Brazil" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /app /app
# TMPDIR: the root file system may be read-only, the volume never is.
ENV PATH=/app/deploy/container/bin:$PATH \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    TMPDIR=/data
WORKDIR /app
# The group is root's, which owns nothing here but /data: so another uid (--user 1234) can write there too.
USER 10001:0
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s CMD ["node", "/app/deploy/container/healthy.ts"]
ENTRYPOINT ["tini", "--"]
CMD ["start"]
