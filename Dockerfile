# The web application and the API in one image. No secret goes in: settings come from the environment when it runs.
#
#   docker build -t leaselight .
#   docker run -p 8080:8080 -v leaselight:/data --env-file .env leaselight
#
# It starts with CRM_URL, the address of your CRM, or for a trial with CRM_STAND_IN=on (and -p 8081:8081).

FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# The packages' own descriptions and nothing else, so that a change of code installs nothing anew.
FROM base AS manifests
COPY . /src
RUN mkdir /manifests && cd /src && cp --parents package.json package-lock.json */package.json */*/package.json /manifests

FROM base AS modules
COPY --from=manifests /manifests ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

FROM modules AS web
COPY . .
RUN npm run build -w @leaselight/web

FROM modules
COPY . .
COPY --from=web /app/apps/web/dist apps/web/dist
# What is embedded is kept in /data; all else may be read-only but /tmp.
RUN mkdir /data && chown node:node /data
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data SAMPLE=off BUILD_WEB=off UV_THREADPOOL_SIZE=16
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not npm: a stop must reach the server itself, which then ends what it has in hand. Young objects get 64 MB, since an answer
# for a thousand properties is larger than the 16 that they have otherwise.
CMD ["node", "--max-semi-space-size=64", "packages/run/src/run.mjs", "apps/api/src/main.ts"]
