#!/bin/sh
# Runs a program of a node with the settings of node.env, in a container: `node.sh db-1 etcd`. PASSWORD takes the place of all passwords there.
set -eu
cd "$(dirname "$0")"
set -a
eval "$(sed "s/THIS/$1/" node.env)"
PATRONI_RESTAPI_PASSWORD="$PASSWORD" PATRONI_SUPERUSER_PASSWORD="$PASSWORD" PATRONI_REPLICATION_PASSWORD="$PASSWORD"
shift
exec "$@"
