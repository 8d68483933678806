# One image for every process of Parlance; compose.yaml says which command each runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
# npm run restore empties Redis.
RUN npm run build && node scripts/external-packages.mjs /external redis

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# npm run backup, restore and database run MariaDB's own programs.
RUN apt-get update && apt-get install -y --no-install-recommends mariadb-client && rm -rf /var/lib/apt/lists/* \
    && mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /external/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/scripts scripts
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "scripts/web.mjs"]
